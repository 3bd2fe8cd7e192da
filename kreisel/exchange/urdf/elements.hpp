// Elements of URDF with what may stand in them: everything is read, known to be harmless, or refused.
#pragma once

#include "kreisel/exchange/pose.hpp"
#include "kreisel/exchange/xml_document.hpp"

namespace kreisel::urdf {

/// Throws ModelError at the first element or attribute that is not known.
void check_vocabulary(const XmlElement& root);

/// Throw ModelError when it is missing or no number.
const std::string& text_of(const XmlElement& element, std::string_view attribute);
double number_of(const XmlElement& element, std::string_view attribute);
double number_of(const XmlElement& element, std::string_view attribute, double otherwise);
Vector3 vector_of(const XmlElement& element, std::string_view attribute, const Vector3& otherwise);
/// xyz and rpy of an <origin>, or of the element itself.
Pose pose_of(const XmlElement* origin);

}  // namespace kreisel::urdf
