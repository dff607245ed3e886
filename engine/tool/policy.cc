// See policy.h.
#include "tool/policy.h"

namespace boardwalk::tool {

namespace {

constexpr Decision kSkipMissing{Verdict::skip, "is not here"};
constexpr Decision kSkipExisting{Verdict::skip, "exists already"};

// A date that is not known is never newer.
bool is_newer(const FileOffered& offer, const Existing& existing) {
  return offer.modified != 0 && offer.modified > existing.modified;
}

bool is_longer(const FileOffered& offer, const Existing& existing) {
  return offer.size && *offer.size > existing.size;
}

// What is not known does not differ: the old file is not given up on a guess.
bool date_differs(const FileOffered& offer, const Existing& existing) {
  return offer.modified != 0 && offer.modified != existing.modified;
}

bool length_differs(const FileOffered& offer, const Existing& existing) {
  return offer.size && *offer.size != existing.size;
}

Management as_management(OnExists wish) {
  switch (wish) {
    case OnExists::overwrite:
      return Management::overwrite;
    case OnExists::skip:
      return Management::protect;
    case OnExists::rename:
    case OnExists::resume:  // of another file than the offered one: keep both
      return Management::rename;
  }
  return Management::rename;
}

// Whose word counts.
Management management_for(const StoragePolicy& wishes, const FileOffered& offer) {
  if (wishes.on_exists) return as_management(*wishes.on_exists);
  if (wishes.manage) return *wishes.manage;
  return offer.management;
}

Decision replace_if(bool wanted, std::string_view why_not) {
  return wanted ? Decision{Verdict::replace, {}} : Decision{Verdict::skip, why_not};
}

Decision decide_about_file(Management management, const FileOffered& offer,
                           const Existing& existing) {
  switch (management) {
    case Management::newer_or_longer:
      return replace_if(is_newer(offer, existing) || is_longer(offer, existing),
                        "is neither newer nor longer than the one here");
    case Management::checksum:
      return length_differs(offer, existing) ? Decision{Verdict::replace, {}}
                                             : Decision{Verdict::compare, {}};
    case Management::append:
      return {Verdict::append, {}};
    case Management::overwrite:
      return {Verdict::replace, {}};
    case Management::newer:
      return replace_if(is_newer(offer, existing), "is not newer than the one here");
    case Management::different:
      return replace_if(date_differs(offer, existing) || length_differs(offer, existing),
                        "has the date and the length of the one here");
    case Management::protect:
      return kSkipExisting;
    case Management::unspecified:
    case Management::rename:
      return {Verdict::keep_both, {}};
  }
  return {Verdict::keep_both, {}};
}

}  // namespace

Decision decide(const StoragePolicy& wishes, const FileOffered& offer,
                const std::optional<Existing>& existing) {
  if (!existing) {
    // on_exists says nothing about files that are not here.
    const bool only_known = wishes.skip_missing || (offer.skip_if_missing && !wishes.manage);
    return only_known ? kSkipMissing : Decision{Verdict::store, {}};
  }
  const Management management = management_for(wishes, offer);
  if (existing->regular) return decide_about_file(management, offer, *existing);
  if (management == Management::protect) return kSkipExisting;
  // A link is replaced, not followed; a folder turns out not to be replaceable, and both are kept.
  if (management == Management::overwrite) return {Verdict::replace, {}};
  return {Verdict::keep_both, {}};
}

Decision after_comparison(Comparison found) {
  return replace_if(found == Comparison::different, "is here already, the same");
}

bool wants_resume(const StoragePolicy& wishes, const FileOffered& offer) {
  if (wishes.resume) return true;
  return offer.conversion == Conversion::resume && !wishes.on_exists && !wishes.manage &&
         !wishes.text;
}

bool may_continue_existing(const StoragePolicy& wishes, const FileOffered& offer) {
  const Management management = management_for(wishes, offer);
  return management != Management::protect && management != Management::append;
}

bool wants_text(const StoragePolicy& wishes, const FileOffered& offer) {
  if (offer.conversion == Conversion::binary || wishes.resume) return false;
  return wishes.text || offer.conversion == Conversion::text;
}

}  // namespace boardwalk::tool
