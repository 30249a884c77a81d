internal import CLinux

/// Both ends of a new local socket whose messages stay whole. Each end notices at once if the other is closed; both are
/// closed at exec.
struct LocalPair: ~Copyable {
    let here: OwnedDescriptor
    let there: OwnedDescriptor

    init() throws(SystemCallError) {
        var ends: [Int32] = [-1, -1]
        try systemCall("socketpair") { netlab_control_pair(&ends) }
        here = OwnedDescriptor(owning: ends[0])
        there = OwnedDescriptor(owning: ends[1])
    }
}
