/// An event of the parser, with its place.
struct YAMLEvent {
    enum Kind {
        case documentStart, documentEnd, end
        case alias
        case scalar(YAMLScalar)
        case sequenceStart, sequenceEnd
        case mappingStart, mappingEnd
    }

    var kind: Kind
    var span: SourceSpan
    var anchor: String?
    var tag: String?
}
