/// Carries out what a running proxy is told.
package protocol ProxyControl: Sendable {
    /// Called on the proxy's thread, which waits meanwhile.
    func answer(_ command: ControlCommand, _ switches: ProxySwitches) -> ControlAnswer
}
