package import LinuxIO
import Wire

/// Instructions to a command inside a guest, passed in its environment, that override its arguments.
package struct GuestOverrides: Hashable {
    private static let date = "NETLAB_GUEST_DATE"
    private static let folder = "NETLAB_GUEST_FOLDER"
    private static let finished = "NETLAB_GUEST_FINISHED"

    /// Wall-clock time outside the guest, used in the names of runs, in nanoseconds since 1970. Inside, the
    /// date is the same in every run.
    package var date: Int64
    /// The run's folder, instead of the one in the arguments. Then the command shows only errors and
    /// warnings.
    package var folder: String?
    /// File to which the command appends the folders that it has filled; nil if nobody asks.
    package var finished: String?

    /// nil outside a guest.
    package static var own: GuestOverrides? {
        guard ClockKind.ofThisMachine == .virtual else { return nil }
        let variables = Environment.variables
        guard let date = variables[Self.date].flatMap({ Int64($0) }) else { return nil }
        return GuestOverrides(date: date, folder: variables[Self.folder], finished: variables[Self.finished])
    }

    package func add(to environment: inout ProgramEnvironment) {
        environment.set(Self.date, "\(date)")
        if let folder { environment.set(Self.folder, folder) }
        if let finished { environment.set(Self.finished, finished) }
    }
}
