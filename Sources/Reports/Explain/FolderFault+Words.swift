import Analysis
import Figures
import Runs

extension FolderFault {
    /// Without a full stop.
    var words: String {
        switch self {
        case .absent(let file): "\(file) is not there"
        case .unreadable(let file, let why): "\(file) cannot be read: \(why)"
        case .damaged(let file, let why): "\(file) is damaged: \(why)"
        case .noScenario:
            "\(Artifact.resolvedScenario.fileName) is no scenario any more: the line is known by its rate and delay only"
        case .empty(let log): "\(log.fileName) is empty"
        case .foreign(let log, let schema):
            "\(log.fileName) does not begin with \(schema): what this version knows of it is told"
        case .foreignLines(let log, let count):
            "\(CountFormat.text(count, "line")) of \(log.fileName) \(count == 1 ? "is no entry" : "are no entries") of it"
        }
    }
}
