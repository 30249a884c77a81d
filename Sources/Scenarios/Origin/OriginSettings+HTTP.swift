extension OriginSettings {
    /// The version that the bench's client and the origin speak. The client knows every version, so the
    /// origin's preference decides.
    package var spokenHTTP: OfferedHTTP { http.first ?? .http11 }
}
