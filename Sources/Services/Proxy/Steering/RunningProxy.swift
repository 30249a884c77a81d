import JSON
import LinuxIO
package import Programs
import Proxy
import Wire

/// A proxy that runs, as the file beside the authority names it to the user's other commands.
package struct RunningProxy {
    private static let longest = 4096
    /// Time in which a proxy that starts has marked its file, in nanoseconds.
    private static let freshFor: Int64 = 2_000_000_000

    /// Where it takes commands: behind any line, which would slow them.
    let address: SocketAddress
    /// Where its clients connect to, on this machine.
    let front: SocketAddress
    /// Shown with each command. Only the user can read it.
    let token: String

    init(at address: SocketAddress, front: SocketAddress, token: String) {
        self.address = address
        self.front = front
        self.token = token
    }

    /// The proxy whose clients connect to this port.
    package static func at(_ port: UInt16) throws(CommandFailure) -> RunningProxy {
        let path = try file(port)
        clear()
        guard let bytes = try? WholeFile.read(path, limit: longest),
            let document = try? JSONValue(parsing: bytes),
            let host = document["address"]?.text, let inner = document["port"]?.int,
            let number = UInt16(exactly: inner), let address = SocketAddress(host, port: number),
            let front = document["front"]?.text.flatMap({ SocketAddress($0, port: port) }),
            let token = document["token"]?.text
        else { throw missing(port) }
        return RunningProxy(at: address, front: front, token: token)
    }

    static func missing(_ port: UInt16) -> CommandFailure {
        CommandFailure(
            .failed,
            "no proxy of this user runs on port \(port)",
            advice: "netlab proxy starts one; --port N names another port"
        )
    }

    /// Returns what marks the file as this process's: the kernel lets go of it when the process ends, however that
    /// happens.
    func write() throws(CommandFailure) -> MachineLock? {
        let document: JSONValue = [
            "address": .string(address.host.description), "port": .integer(Int64(address.port)),
            "front": .string(front.host.description), "token": .string(token),
        ]
        let (folder, path) = (try Self.folder(), try Self.file(front.port))
        do throws(SystemCallError) {
            try Folder.make(folder, mode: 0o700)
            Self.clear()
            WholeFile.remove(path)
            try WholeFile.writeNew(path, [Array("\(document.line)\n".utf8)])
            return try MachineLock.attempt(on: path)
        } catch {
            throw CommandFailure(.failed, "the proxy cannot be controlled while it runs: \(error)")
        }
    }

    /// Removes the files of proxies that were killed, with their tokens.
    private static func clear() {
        guard let folder = try? folder(), let files = try? Folder.files(in: folder) else { return }
        for (name, status) in files {
            let path = "\(folder)/\(name)"
            // Held by the proxy while it runs. A new one may be about to take its own.
            if RunClock.wall() - status.modified > freshFor, let lock = try? MachineLock.attempt(on: path) {
                WholeFile.remove(path)
                extendLifetime(lock)
            }
        }
    }

    static func remove(port: UInt16) {
        if let path = try? file(port) { WholeFile.remove(path) }
    }

    private static func folder() throws(CommandFailure) -> String {
        "\(try KeptAuthority.files().folder)/proxies"
    }

    private static func file(_ port: UInt16) throws(CommandFailure) -> String {
        "\(try folder())/\(port).json"
    }
}
