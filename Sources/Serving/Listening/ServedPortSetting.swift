/// What a port needs of its server.
package struct ServedPortSetting {
    let responder: any RequestResponder
    let limits: ServingLimits
    let calls: ConnectionCalls
    let writer: ResponseWriter
}
