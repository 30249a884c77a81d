/// Which end of the connection a session is.
enum HTTP2Role {
    case server
    case client
}
