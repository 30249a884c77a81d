/// Internal arguments that start this program to keep forwarding on.
package struct ForwardingCall: Hashable, Sendable {
    /// The first word after the program's name.
    private static let mark = "--netlab-forwards"

    let control: Int32
    let version: PacketForwarding

    init(control: Int32, _ version: PacketForwarding) {
        self.control = control
        self.version = version
    }

    /// nil if this process was not started for that.
    package init?(_ words: [String]) {
        guard words.count == 4, words[1] == Self.mark, let control = Int32(words[2]), control > 2,
            let version = PacketForwarding(rawValue: words[3])
        else { return nil }
        self.init(control: control, version)
    }

    var words: [[UInt8]] {
        ["netlab", Self.mark, String(control), version.rawValue].map { Array($0.utf8) }
    }
}
