package import JSON

/// A part of a result that is its figures.
package protocol Tabulated: JSONReadable {
    /// In the order of documents.
    static var figures: [ResultFigure<Self>] { get }
}

extension Tabulated {
    package var json: JSONValue { .object(Self.figures.members(of: self)) }
}
