/// A part of `netlab bench link` that can run by itself.
package enum LinkPart: String, Hashable, Sendable, CaseIterable {
    /// Downloads beside theory.
    case downloads
    /// How exact rates are, beside the kernel's, and how late packets leave.
    case rates
    /// How late packets leave beside busy loops.
    case crowd
    /// How exact round trips are, beside the kernel's.
    case trips
    /// What a line without limits carries.
    case speed
}
