import LinuxIO

/// What a command inside a guest is to do otherwise than its words say, by its environment.
struct GuestWishes: Hashable {
    private static let date = "NETLAB_GUEST_DATE"
    private static let folder = "NETLAB_GUEST_FOLDER"

    /// The date outside, which runs are named by, in nanoseconds since 1970: that inside is the same in every run.
    var date: Int64
    /// A run's folder, in place of the one that its words name; then nothing is shown but errors and warnings.
    var folder: String?

    /// nil outside of a guest.
    static var own: GuestWishes? {
        guard ClockKind.ofThisMachine == .virtual else { return nil }
        let variables = Environment.variables
        guard let date = variables[Self.date].flatMap({ Int64($0) }) else { return nil }
        return GuestWishes(date: date, folder: variables[Self.folder])
    }

    func add(to environment: inout ProgramEnvironment) {
        environment.set(Self.date, "\(date)")
        if let folder { environment.set(Self.folder, folder) }
    }
}
