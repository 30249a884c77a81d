import CLinux
import Glibc

/// A filter that refuses some system calls with EPERM and lets all others pass.
struct CallFilter {
    /// Where the kernel puts what the filter reads.
    private enum Offset {
        static let call: UInt32 = 0
        static let architecture: UInt32 = 4
    }

    /// Calls of the x32 interface have numbers from here on.
    private static let otherInterface: UInt32 = 0x4000_0000

    let steps: [sock_filter]

    init(refusing calls: [Int32]) {
        let refusal = SECCOMP_RET_ERRNO | UInt32(EPERM)
        var steps = [
            Self.load(Offset.architecture),
            // Numbers mean something else elsewhere.
            Self.jump(BPF_JEQ, netlab_architecture, ifTrue: 1, ifFalse: 0),
            Self.give(refusal),
            Self.load(Offset.call),
            Self.jump(BPF_JGE, Self.otherInterface, ifTrue: UInt8(calls.count + 1), ifFalse: 0),
        ]
        for (place, call) in calls.enumerated() {
            steps.append(Self.jump(BPF_JEQ, UInt32(call), ifTrue: UInt8(calls.count - place), ifFalse: 0))
        }
        self.steps = steps + [Self.give(UInt32(SECCOMP_RET_ALLOW)), Self.give(refusal)]
    }

    private static func load(_ offset: UInt32) -> sock_filter {
        sock_filter(code: UInt16(BPF_LD | BPF_W | BPF_ABS), jt: 0, jf: 0, k: offset)
    }

    /// Skips this many steps.
    private static func jump(_ test: Int32, _ value: UInt32, ifTrue: UInt8, ifFalse: UInt8) -> sock_filter {
        sock_filter(code: UInt16(BPF_JMP | test | BPF_K), jt: ifTrue, jf: ifFalse, k: value)
    }

    private static func give(_ answer: UInt32) -> sock_filter {
        sock_filter(code: UInt16(BPF_RET | BPF_K), jt: 0, jf: 0, k: answer)
    }
}
