/// Limits the transfers in progress to one host, by what is known of its connections. Pure.
///
/// If transfers may share a connection, the first goes alone until its connection is ready: only then is it
/// known whether the others need their own.
struct HostAdmission: Hashable {
    /// Maximum number of transfers on shared connections, all connections together.
    static let mostStreams = 100

    private(set) var active = 0
    /// Active transfers on shared connections, and on connections of their own.
    private var sharing = 0
    private var alone = 0

    /// The host's connections; all shared ones count as one.
    var connections: Int { active - sharing + (isShared ? 1 : 0) }

    var isShared: Bool { sharing > 0 }

    func mayBegin(connections: Int, mayShare: Bool) -> Bool {
        guard mayShare else { return active < connections }
        if sharing > 0 { return active < Self.mostStreams }
        return active == 0 || (alone > 0 && active < connections)
    }

    mutating func began() {
        active += 1
    }

    /// `before` is the value for the same transfer's earlier connection, if it had to take another.
    mutating func ready(isShared: Bool, before: Bool?) {
        count(before, -1)
        count(isShared, 1)
    }

    mutating func ended(isShared: Bool?) {
        active -= 1
        count(isShared, -1)
    }

    private mutating func count(_ isShared: Bool?, _ change: Int) {
        switch isShared {
        case true: sharing += change
        case false: alone += change
        case nil: break
        }
    }
}
