/// What a scenario is read for.
package enum ScenarioPurpose: Hashable, Sendable {
    /// A run: there must be a version, a line, an origin with files, and steps.
    case run
    /// A bench for other programs: every part may be left out. Without `link` the line has no limits.
    case bench
}
