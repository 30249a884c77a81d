/// The kind of settings that state an impairment. Those who read, write or describe impairments have a case for each
/// kind; an impairment that figures state needs no more than these.
package enum ImpairmentSettings: Sendable {
    case figures(ImpairmentFigures)
    case loss, outages, queue
}
