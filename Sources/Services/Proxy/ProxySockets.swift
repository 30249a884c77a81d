import Serving

/// The sockets of a proxy on the machine's own network. They can be made before the calling thread leaves that.
struct ProxySockets: ~Copyable {
    let proxy: Listener
    /// nil without a page.
    let page: Listener?
}
