// Looks up, computes, keeps, gathers.
#include "kreisel/sweep/sweep.hpp"

#include <algorithm>
#include <chrono>
#include <mutex>

#include <fmt/format.h>

#include "kreisel/sweep/member_run.hpp"
#include "kreisel/sweep/motion_files.hpp"
#include "kreisel/sweep/record_store.hpp"

namespace kreisel {
namespace {

class Sweep {
 public:
  Sweep(const SweepPlan& plan, const SweepOptions& options) : plan_(plan), options_(options) {
    outcome_.results.resize(plan.count());
    if (options.folder) store_.emplace(*options.folder / SweepFolder::records);
  }

  SweepOutcome run(Engine& engine) {
    const auto begin = std::chrono::steady_clock::now();
    worker_ = engine.worker();
    outcome_.engine = engine.description();
    look_up();
    outcome_.kept = done_;
    if (plan_.spec().keeps_motion && options_.folder)
      motions_.emplace(*options_.folder / SweepFolder::motions, worker_,
                       [this](std::size_t i, MemberResult result) { keep(i, std::move(result)); });
    if (done_ < share()) {
      engine.share(
          plan_.count(), [this] { return is_stopped(); },
          [this](std::size_t i, const IsStopped& stopped) { compute(i, stopped); });
      if (motions_) motions_->flush();
      if (store_) store_->sync();
    }
    refuse_losses();
    outcome_.computed = done_ - outcome_.kept;
    engine.gather();
    outcome_.is_first = engine.is_first();
    if (outcome_.is_first && engine.has_others()) look_up();
    outcome_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return std::move(outcome_);
  }

 private:
  bool is_mine(std::size_t i) const { return i % options_.parts == options_.part; }
  std::size_t share() const { return (plan_.count() + options_.parts - 1 - options_.part) / options_.parts; }

  bool is_stopped() const {
    return (options_.is_interrupted && options_.is_interrupted()) || (store_ && store_->failure()) ||
           (motions_ && motions_->failure());
  }

  /// What the store knows of all members, those of other parts among them.
  void look_up() {
    if (!store_) return;
    const std::size_t damaged = store_->load();
    if (damaged > 0 && options_.note)
      options_.note(fmt::format("{} kept results in {} are damaged or were cut off; they are computed again",
                                damaged, (*options_.folder / SweepFolder::records).string()));
    done_ = 0;
    for (std::size_t i = 0; i < plan_.count(); ++i) {
      const MemberResult* known = store_->find(plan_.identity(plan_.member(i)));
      const bool is_usable =
          known != nullptr && (known->is_complete() || !options_.retries_failed || was_retried_);
      const bool has_motion = known == nullptr || !plan_.spec().keeps_motion || has_motion_of(*known);
      if (!is_usable || !has_motion) continue;
      outcome_.results[i] = *known;
      done_ += is_mine(i) ? 1 : 0;
    }
    was_retried_ = true;
  }

  /// Of what ended before its first sample there is none.
  bool has_motion_of(const MemberResult& result) const {
    if (result.motion_file.empty()) return !result.is_complete();
    return std::filesystem::exists(*options_.folder / SweepFolder::motions / result.motion_file);
  }

  void compute(std::size_t i, const IsStopped& stopped) {
    if (!is_mine(i) || outcome_.results[i]) return;
    RunMember run = run_member(plan_, plan_.member(i), stopped);
    if (run.result.exit_code == ExitCode::interrupted) return;
    if (motions_)
      motions_->add(i, std::move(run));
    else
      keep(i, std::move(run.result));
  }

  void keep(std::size_t i, MemberResult result) {
    if (store_ && !store_->append(worker_, plan_.identity(plan_.member(i)), result)) return;
    const std::lock_guard lock(mutex_);
    outcome_.results[i] = std::move(result);
    ++done_;
    if (options_.progress) options_.progress(done_, share());
  }

  void refuse_losses() const {
    const auto pass_on = [](const std::optional<FileError>& failure) {
      if (failure) throw FileError(*failure);
    };
    if (store_) pass_on(store_->failure());
    if (motions_) pass_on(motions_->failure());
    if (done_ >= share() || !(options_.is_interrupted && options_.is_interrupted())) return;
    throw Error(ExitCode::interrupted, fmt::format("interrupted after {} of {} members", done_, share()), "",
                store_ ? "the same command goes on where it stopped"
                       : "with --out DIR the same command would go on where it stopped");
  }

  const SweepPlan& plan_;
  const SweepOptions& options_;
  std::optional<RecordStore> store_;
  std::optional<MotionFiles> motions_;
  std::string worker_;
  SweepOutcome outcome_;
  std::mutex mutex_;
  std::size_t done_ = 0;
  bool was_retried_ = false;
};

}  // namespace

SweepOutcome sweep(const SweepPlan& plan, Engine& engine, const SweepOptions& options) {
  return Sweep(plan, options).run(engine);
}

}  // namespace kreisel
