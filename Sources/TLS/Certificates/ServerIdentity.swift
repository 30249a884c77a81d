/// A server's certificate and its key.
package struct ServerIdentity: Sendable {
    let certificate: Certificate
    let key: PrivateKey

    /// The certificate that clients see. The key is never written out.
    package var certificatePEM: String { certificate.pem }
}
