package import Runs

extension ParsedArguments {
    /// The carrier that `--carrier` names; nil takes the first that works.
    package func carrier() throws(CommandFailure) -> LinkRecord.Carrier? {
        guard let kind = value("--carrier") else { return nil }
        guard let carrier = LinkRecord.Carrier(rawValue: kind) else {
            throw CommandFailure(.wrongUsage, "--carrier is tun or veth: not `\(kind)`")
        }
        return carrier
    }
}
