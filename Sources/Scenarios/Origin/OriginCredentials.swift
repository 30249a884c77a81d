/// Whom the origin answers.
package enum OriginCredentials: Hashable, Sendable {
    case basic(user: String, password: String)
    case bearer(String)
}
