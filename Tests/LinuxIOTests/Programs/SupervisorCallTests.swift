import Testing

@testable import LinuxIO

@Suite(.timeLimit(.minutes(1)))
struct SupervisorCallTests {
    @Test(arguments: [ProgramStreams.shared, .terminal, .background, .none], [true, false])
    func `a keeper's arguments round-trip and precede the program's words`(
        _ streams: ProgramStreams,
        _ isApart: Bool
    ) {
        let call = SupervisorCall(control: 17, isApart: isApart, isHeld: !isApart, streams: streams)
        let words = call.words(keeping: [Array("ls".utf8), [0xFF]])
        #expect(words.dropFirst(SupervisorCall.length) == [Array("ls".utf8), [0xFF]])
        #expect(SupervisorCall(words.map { String(decoding: $0, as: UTF8.self) }) == call)
    }

    @Test(arguments: [
        [], ["netlab"], ["netlab", "run", "dsl", "--quiet", "--json", "x"],
        ["netlab", "--netlab-keeps", "17", "apart", "now", "shared"],
        ["netlab", "--netlab-keeps", "0", "apart", "now", "shared", "ls"],
        ["netlab", "--netlab-keeps", "x", "apart", "now", "shared", "ls"],
        ["netlab", "--netlab-keeps", "17", "apart", "now", "elsewhere", "ls"],
    ])
    func `other arguments do not start a keeper`(_ words: [String]) {
        #expect(SupervisorCall(words) == nil)
    }

    @Test(arguments: [KeeperMessage.signal(15), .stopped(20), .continued, .refused(13), .start, .ready])
    func `messages round-trip`(_ message: KeeperMessage) {
        #expect(KeeperMessage(message.bytes) == message)
    }

    @Test(arguments: [PacketForwarding.v4, .v6])
    func `the forwarding keeper has its own arguments`(_ version: PacketForwarding) {
        let words = ForwardingCall(control: 9, version).words.map { String(decoding: $0, as: UTF8.self) }
        #expect(ForwardingCall(words) == ForwardingCall(control: 9, version))
        for other in [[], ["netlab"], words.dropLast(), words.dropLast() + ["1"], words + ["x"]] {
            #expect(ForwardingCall(Array(other)) == nil)
        }
    }

    @Test func `invalid messages are rejected`() {
        for bytes: [UInt8] in [[], [1], [9, 1], [0, 0], [1, 2, 3]] { #expect(KeeperMessage(bytes) == nil) }
    }

    @Test func `a program's status is the one that a shell reports`() {
        #expect(ProgramEnding.exited(7).status == 7)
        #expect(ProgramEnding.killed(by: 9).status == 137)
    }
}
