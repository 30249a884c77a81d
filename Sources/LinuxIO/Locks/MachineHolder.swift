internal import CLinux
import Glibc

/// The process that holds the machine's lock.
package struct MachineHolder: Hashable, Sendable {
    package var process: Int32
    /// Its first words, such as `netlab run`; nil if they may not be read.
    package var program: String?
    /// The name of its user, or the number of one without a name; nil if that may not be read.
    package var user: String?
    /// For how long it has been running, in nanoseconds.
    package var age: Int64?

    package init(process: Int32, program: String? = nil, user: String? = nil, age: Int64? = nil) {
        self.process = process
        self.program = program
        self.user = user
        self.age = age
    }

    /// The holder of the lock on the file with this number, by the kernel's table of locks; nil if there is none, or if
    /// it lives in another container, whose processes this one does not see.
    static func process(in locks: String, file: UInt64) -> Int32? {
        for line in locks.split(separator: "\n") {
            let words = line.split(separator: " ")
            // `1: FLOCK ADVISORY WRITE 812 00:04:4026531834 0 EOF`. A waiting process has an arrow behind the number.
            guard words.count > 5, words[1] == "FLOCK", let process = Int32(words[4]), process > 0,
                words[5].split(separator: ":").last.flatMap({ UInt64($0) }) == file
            else { continue }
            return process
        }
        return nil
    }

    /// For how long a process has run, by its `stat` and the machine's `uptime`; nil if they cannot be read.
    static func age(stat: String, uptime: String, ticksPerSecond: Int) -> Int64? {
        // The name in brackets may have spaces and brackets of its own.
        guard let name = stat.lastIndex(of: ")"), ticksPerSecond > 0 else { return nil }
        let fields = stat[stat.index(after: name)...].split(separator: " ")
        guard fields.count > 19, let ticks = Double(fields[19]),
            let now = uptime.split(separator: " ").first.flatMap({ Double($0) })
        else { return nil }
        let age = now - ticks / Double(ticksPerSecond)
        return age.isFinite ? Int64(exactly: (max(0, age) * 1e9).rounded()) : nil
    }

    /// The program's name without its folder, and its first argument. Without control characters: another user chose the
    /// words, and they are shown on a terminal.
    static func words(_ commandLine: [UInt8]) -> String? {
        let words = commandLine.split(separator: 0).prefix(2).map { String(decoding: $0, as: UTF8.self) }
        guard let program = words.first?.split(separator: "/").last else { return nil }
        let text = ([String(program)] + words.dropFirst()).joined(separator: " ")
        return String(
            String.UnicodeScalarView(text.unicodeScalars.filter { $0.properties.generalCategory != .control })
        )
    }
}

extension MachineHolder {
    private static let mostBytes = 1 << 20

    /// Who holds the lock of a folder or a file now.
    package static func found(on place: String) -> MachineHolder? {
        var status = stat()
        guard stat(place, &status) == 0, let locks = try? KernelFile.read("/proc/locks"),
            let process = process(in: locks, file: UInt64(status.st_ino))
        else { return nil }
        var holder = MachineHolder(process: process)
        holder.program = (try? WholeFile.read("/proc/\(process)/cmdline", limit: mostBytes)).flatMap(words)
        var owner = stat()
        if stat("/proc/\(process)", &owner) == 0 { holder.user = name(of: owner.st_uid) }
        if let own = try? KernelFile.read("/proc/\(process)/stat"),
            let uptime = try? KernelFile.read("/proc/uptime")
        {
            holder.age = age(stat: own, uptime: uptime, ticksPerSecond: sysconf(Int32(_SC_CLK_TCK)))
        }
        return holder
    }

    private static func name(of user: uid_t) -> String {
        var (entry, found) = (passwd(), UnsafeMutablePointer<passwd>?.none)
        var buffer = [CChar](repeating: 0, count: 4096)
        guard getpwuid_r(user, &entry, &buffer, buffer.count, &found) == 0, found != nil,
            let name = entry.pw_name
        else { return "\(user)" }
        return String(cString: name)
    }
}
