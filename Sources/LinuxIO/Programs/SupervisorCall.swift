/// Internal arguments that start this program as a keeper.
package struct SupervisorCall: Hashable, Sendable {
    /// The first word after the program's name.
    private static let mark = "--netlab-keeps"
    /// Words before those of the kept program: the program's name, the mark, and four settings.
    static let length = 6

    var control: Int32
    var isApart: Bool
    /// True if the program waits for a start message.
    var isHeld: Bool
    var streams: ProgramStreams

    init(control: Int32, isApart: Bool, isHeld: Bool = false, streams: ProgramStreams) {
        self.control = control
        self.isApart = isApart
        self.isHeld = isHeld
        self.streams = streams
    }

    /// nil if this process was not started as a keeper.
    package init?(_ words: [String]) {
        guard words.count > Self.length, words[1] == Self.mark, let control = Int32(words[2]), control > 2,
            let streams = ProgramStreams(rawValue: words[5])
        else { return nil }
        self.init(
            control: control,
            isApart: words[3] == "apart",
            isHeld: words[4] == "held",
            streams: streams
        )
    }

    func words(keeping program: [[UInt8]]) -> [[UInt8]] {
        let own = [
            "netlab", Self.mark, String(control), isApart ? "apart" : "along",
            isHeld ? "held" : "now", streams.rawValue,
        ]
        return own.map { Array($0.utf8) } + program
    }
}
