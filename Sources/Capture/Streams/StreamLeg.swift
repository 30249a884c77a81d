/// On which side of the program a connection is.
enum StreamLeg: Int, CaseIterable {
    /// The program has accepted it.
    case clients
    /// The program has asked for it.
    case servers

    /// Description of the leg's interface in the capture.
    var description: String {
        switch self {
        case .clients: "connections that clients opened to netlab"
        case .servers: "connections that netlab opened to servers"
        }
    }
}
