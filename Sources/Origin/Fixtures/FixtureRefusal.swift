import Fixtures

/// Why a target names no fixture: the error, and the right spelling.
enum FixtureRefusal: Error, Hashable, Sendable, CustomStringConvertible {
    case spelling(String)
    case kind(String)
    case size(String)
    /// One in the path and one in the query.
    case twoSizes
    case parameter(String)
    case value(String, String)
    /// Spelt correctly, but there is no such image.
    case image(ImageError)

    var description: String {
        let fault =
            switch self {
            case .spelling(let path): "\(path) is not a fixture's path"
            case .kind(let kind): "there are no fixtures of the kind `\(kind)`"
            case .size(let size):
                "`\(size)` is neither a size such as 300KiB nor pixels such as 4000x3000"
            case .twoSizes: "the size is given twice"
            case .parameter(let name): "there is no parameter `\(name)`"
            case .value(let name, let value): "`\(name)` cannot be `\(value)`"
            case .image(let error): error.description
            }
        return "\(fault); a fixture's path is \(FixturePlace.usage)"
    }
}
