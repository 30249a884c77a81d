/// The credentials that the origin demands.
package enum OriginCredentials: Hashable, Sendable {
    case basic(user: String, password: String)
    case bearer(String)
}
