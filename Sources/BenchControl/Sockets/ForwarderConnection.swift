import LinuxIO

/// A client's connection to a gate, and the one over the line that belongs to it.
struct ForwarderConnection: ~Copyable {
    let near: StreamSocket
    let far: StreamSocket
    private var up = ForwarderBuffer()
    private var down = ForwarderBuffer()
    private var isConnected = false

    init(_ near: consuming StreamSocket, _ far: consuming StreamSocket) {
        self.near = near
        self.far = far
    }

    /// True once both directions have ended.
    var isOver: Bool { up.isOver && down.isOver }

    var nearInterest: PollInterest {
        var interest: PollInterest = up.canReceive ? .read : .nothing
        if down.hasWaiting { interest.insert(.write) }
        return interest
    }

    var farInterest: PollInterest {
        guard isConnected else { return .write }
        var interest: PollInterest = down.canReceive ? .read : .nothing
        if up.hasWaiting { interest.insert(.write) }
        return interest
    }

    /// Passes on what can be passed on now.
    mutating func move() throws(SystemCallError) {
        if !isConnected {
            if let error = far.takeError() { throw error }
            isConnected = far.isConnected
        }
        try up.receive(from: near)
        guard isConnected else { return }
        try up.send(to: far)
        try down.receive(from: far)
        try down.send(to: near)
    }

    /// The client learns of what broke the far side as of a broken connection.
    func reset() {
        near.resetWhenClosed()
    }
}
