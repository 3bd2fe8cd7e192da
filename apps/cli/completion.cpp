// kreisel completion: scripts by which a shell asks this program what may follow.
#include <array>
#include <memory>
#include <string>

#include <CLI/CLI.hpp>

#include "apps/cli/choices.hpp"
#include "apps/cli/commands.hpp"
#include "apps/cli/option_values.hpp"
#include "apps/cli/terminal.hpp"

namespace kreisel::cli {
namespace {

constexpr const char* bash_script =
    R"script(# Completion of kreisel in bash. The program itself knows what may follow.
_kreisel() {
  local words=() word i joins=
  COMPREPLY=()
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    # bash splits at = and :, the program wants whole words.
    if [[ ${#words[@]} -gt 0 && ($joins || $word =~ ^[=:]+$) ]]; then
      words[-1]+=$word
    else
      words+=("$word")
    fi
    joins=
    if [[ $word =~ ^[=:]+$ ]]; then joins=1; fi
  done

  # Only what follows the last = or : is replaced, if bash splits there.
  local rest=${words[-1]} breaks=${COMP_WORDBREAKS//[^=:]/}
  if [[ $breaks ]]; then rest=${rest##*[$breaks]}; fi
  local before=${words[-1]%"$rest"} program=${COMP_WORDS[0]/#\~/$HOME} path
  while IFS=$'\t' read -r word _; do
    case $word in
      :models)
        compopt -o filenames 2>/dev/null
        while IFS= read -r path; do COMPREPLY+=("$path"); done \
          < <(compgen -f -X '!*.json' -- "$rest"; compgen -d -- "$rest")
        ;;
      :folders)
        compopt -o filenames 2>/dev/null
        while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen -d -- "$rest")
        ;;
      *) COMPREPLY+=("${word#"$before"}") ;;
    esac
  done < <("$program" __complete "${words[@]}" 2>/dev/null)
  if [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace 2>/dev/null; fi
}
complete -F _kreisel kreisel
)script";

constexpr const char* zsh_script = R"script(#compdef kreisel
# Completion of kreisel in zsh. The program itself knows what may follow.
_kreisel() {
  local line value models folders
  local -a finished unfinished
  for line in "${(@f)$("${(Q)words[1]/#\~/$HOME}" __complete "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    value=${line%%$'\t'*}
    case $value in
      '') ;;
      :models) models=1 ;;
      :folders) folders=1 ;;
      *=) unfinished+=("${value//:/\\:}:${line#*$'\t'}") ;;
      *) finished+=("${value//:/\\:}:${line#*$'\t'}") ;;
    esac
  done
  local found=1
  (( ${#finished} )) && _describe -t values value finished && found=0
  (( ${#unfinished} )) && _describe -t values value unfinished -S '' && found=0
  compset -P '--*='
  [[ -n $models ]] && _files -g '*.json' && found=0
  [[ -n $folders ]] && _files -/ && found=0
  return found
}
if [[ $funcstack[1] == _kreisel ]]; then
  _kreisel "$@"
else
  compdef _kreisel kreisel
fi
)script";

constexpr const char* fish_script =
    R"script(# Completion of kreisel in fish. The program itself knows what may follow.
function __kreisel_complete
    set -l before (commandline -opc)
    set -l current (commandline -ct)
    set -l path (string replace -r '^--[^=]*=' '' -- "$current")
    set -l option (string match -r '^--[^=]*=' -- "$current")
    for line in ($before[1] __complete $before[2..] "$current" 2>/dev/null)
        switch $line
            case ':models'
                printf '%s\n' "$option"(string match -r '^.*(?:\.json|/)(?=\t|$)' -- (complete -C "__kreisel_any_file $path"))
            case ':folders'
                printf '%s\n' "$option"(__fish_complete_directories "$path" '')
            case '*'
                printf '%s\n' $line
        end
    end
end
complete -c kreisel -f -a '(__kreisel_complete)'
)script";

struct Shell {
  std::string_view name;
  const char* value;
};
constexpr std::array<Shell, 3> shell_scripts{
    {{"bash", bash_script}, {"zsh", zsh_script}, {"fish", fish_script}}};

constexpr const char* completion_examples = R"(Examples:
  source <(kreisel completion bash)
  kreisel completion zsh > ~/.zfunc/_kreisel
  kreisel completion fish > ~/.config/fish/completions/kreisel.fish

The first is for one shell, or for ~/.bashrc. The folder of the second has to be in $fpath before compinit. An installed
kreisel needs none of them: its scripts are where the shells look.)";

ExitCode execute_completion(const std::string& shell) {
  if (shell.empty())
    throw OptionError("the shell is missing", "SHELL", "write kreisel completion bash, zsh or fish");
  print(named_value("SHELL", "shell", shell_scripts, shell));
  return ExitCode::success;
}

}  // namespace

std::vector<Choice> shell_choices() {
  std::vector<Choice> all;
  for (const Shell& shell : shell_scripts) all.push_back({std::string(shell.name), ""});
  return all;
}

Command add_completion(CLI::App& root) {
  CLI::App* const app =
      root.add_subcommand("completion", "Print the script that completes commands, options and names");
  const auto shell = std::make_shared<std::string>();
  app->add_option("SHELL", *shell, "bash, zsh or fish");
  app->footer(completion_examples);
  return {app, [shell] { return execute_completion(*shell); }};
}

}  // namespace kreisel::cli
