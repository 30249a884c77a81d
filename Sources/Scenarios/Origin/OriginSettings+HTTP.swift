extension OriginSettings {
    /// What the bench's client and the origin speak with each other: the client knows every version, so the origin's
    /// preference decides.
    package var spokenHTTP: OfferedHTTP { http.first ?? .http11 }
}
