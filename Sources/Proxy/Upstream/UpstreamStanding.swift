/// Whether a connection to a server is in use.
enum UpstreamStanding {
    case busy
    /// It may serve another request.
    case idle
    /// It is to be closed.
    case over
}
