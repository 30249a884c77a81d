/// How the origin answers for all paths of a pattern.
package struct PathBehaviour: Hashable, Sendable {
    /// `*` stands for any characters but a slash, `?` for one.
    package var pattern: String
    package var behaviour: ResponseBehaviour

    package init(pattern: String, behaviour: ResponseBehaviour) {
        self.pattern = pattern
        self.behaviour = behaviour
    }
}
