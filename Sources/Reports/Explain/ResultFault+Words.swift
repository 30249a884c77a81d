import Runs

extension ResultFault {
    /// Without a full stop.
    var words: String {
        switch self {
        case .noResult: "result.json is no result of a run"
        case .otherVersion: "result.json is another version's: what this one knows of it is told"
        case .empty(let list): "result.json has no \(list.rawValue)"
        case .unreadable(let list, let entries):
            "result.json has \(list.rawValue) that cannot be read, and are left out: "
                + entries.map(\.words).joined(separator: ", ")
        case .unknownCarrier:
            "result.json does not say what carried the line: packets are taken for granted"
        case .unknownTrust: "result.json does not say whether its figures can be trusted"
        case .sameNumber(let number): "two transfers of result.json have the number \(number)"
        }
    }
}

extension ResultFault.Entry {
    fileprivate var words: String {
        switch self {
        case .transfer(let name): name.words
        case .name(let name): name
        case .place(let place): "the one in place \(place)"
        }
    }
}
