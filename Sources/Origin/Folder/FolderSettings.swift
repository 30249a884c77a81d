package import Scenarios

/// Settings for serving a folder.
package struct FolderSettings: Hashable, Sendable {
    /// Distinguishes one state of a file from another.
    package enum Validators: String, Hashable, Sendable, CaseIterable {
        case strong, weak, none

        /// The same for content that is no file of a folder.
        package var said: StatedValue<EntityTagStrength> {
            switch self {
            case .strong: .value(.strong)
            case .weak: .value(.weak)
            case .none: .absent
            }
        }
    }

    package var validators: Validators
    /// Whether a folder without `index.html` is shown as a listing.
    package var lists: Bool
    /// Whether names that begin with a dot are served. `.well-known` always is.
    package var showsHidden: Bool
    /// Whether `a.css.br` or `a.css.gz` is sent in place of `a.css` to clients that prefer it.
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

    /// True if a setting is used that needs a folder.
    package var isForFoldersOnly: Bool { lists || showsHidden || prefersCompressed }
}
