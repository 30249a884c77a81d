/// Carries out what a running proxy is told. Called on the proxy's thread, which waits meanwhile.
package protocol ProxyControl: Sendable {
    /// Not called for commands about requests.
    func answer(_ command: ControlCommand, _ switches: ProxySwitches) -> ControlAnswer

    /// A document of requests that have passed.
    func document(_ requests: [PastRequest]) -> [UInt8]

    /// A document of one of them, with its text.
    func document(_ request: PastRequest) -> [UInt8]

    /// A document of what waits at breakpoints.
    func document(_ held: [HeldMessage]) -> [UInt8]

    /// A document of one of it, with its text.
    func document(_ held: HeldMessage, text: [UInt8]) -> [UInt8]

    /// A document of what became of a request that was sent again.
    func document(_ results: [RepeatedExchange], of request: PastRequest) -> [UInt8]
}
