package import Scenarios

/// How a folder is served.
package struct FolderSettings: Hashable, Sendable {
    /// What tells one state of a file from another.
    package enum Validators: String, Hashable, Sendable, CaseIterable {
        case strong, weak, none

        /// The same for what is no file of a folder.
        package var said: Said<EntityTagStrength> {
            switch self {
            case .strong: .value(.strong)
            case .weak: .value(.weak)
            case .none: .absent
            }
        }
    }

    package var validators: Validators
    /// Whether a folder without `index.html` is shown as a list of what is in it.
    package var lists: Bool
    /// Whether names that begin with a dot are there. `.well-known` always is.
    package var showsHidden: Bool
    /// Whether `a.css.br` or `a.css.gz` is sent in place of `a.css` to who prefers it.
    package var prefersCompressed: Bool

    package init(
        validators: Validators = .strong,
        lists: Bool = false,
        showsHidden: Bool = false,
        prefersCompressed: Bool = false
    ) {
        self.validators = validators
        self.lists = lists
        self.showsHidden = showsHidden
        self.prefersCompressed = prefersCompressed
    }

    /// True where something is asked for that means nothing without a folder.
    package var isForFoldersOnly: Bool { lists || showsHidden || prefersCompressed }
}
