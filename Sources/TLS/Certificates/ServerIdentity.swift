/// A server's certificate and the key to it.
package struct ServerIdentity: Sendable {
    let certificate: Certificate
    let key: PrivateKey

    /// What clients see. The key is never written out.
    package var certificatePEM: String { certificate.pem }
}
