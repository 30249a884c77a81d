/// The origin's behaviour for all paths that match a pattern.
package struct PathBehaviour: Hashable, Sendable {
    /// `*` stands for any characters but a slash, `?` for one.
    package var pattern: String
    package var behaviour: ResponseBehaviour

    package init(pattern: String, behaviour: ResponseBehaviour) {
        self.pattern = pattern
        self.behaviour = behaviour
    }
}
