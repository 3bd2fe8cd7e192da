// The fields of a model behind the name of the schema.
#include "kreisel/io/model_writer.hpp"

#include "kreisel/io/field_writer.hpp"
#include "kreisel/io/json_text.hpp"

namespace kreisel {

std::string write_model(const Model& model) {
  JsonText out = JsonText::object();
  out.add("$schema", JsonText::string("kreisel-model.schema.json"));
  detail::add_fields(out, model, detail::Place{});
  return out.text();
}

}  // namespace kreisel
