import CalendarTime
import Calendaring
import Terminal

/// What the signs and the colours of a grid mean.
struct GridLegend {
  var palette: EventPalette
  var surface: GridSurface

  /// The signs and colours in use, each with what it means; nothing when all speaks for itself.
  func lines(_ faces: [EventFace]) -> [StyledLine] {
    signs(faces.map(\.look)) + flowing(colors(faces.map(\.event)))
  }

  /// The categories and calendars that have a colour, each in it.
  private func colors(_ events: [CalendarEvent]) -> [StyledLine] {
    let sign = EventLook.Border.busy.signs(surface.symbols).middle
    let categories = Set(events.flatMap(\.categories)).sorted().compactMap { name in
      palette.categories[name.lowercased()].map { (name, $0) }
    }
    let calendars = Set(events.compactMap(\.calendarName)).sorted().compactMap { name in
      palette.calendars[name].map { (name, $0) }
    }
    return (categories + calendars).map { name, color in
      StyledLine(sign, Style(color: color)) + StyledLine(" " + name, .dim)
    }
  }

  private func signs(_ looks: [EventLook]) -> [StyledLine] {
    var items: [StyledLine] = []
    for border in EventLook.Border.allCases {
      guard looks.contains(where: { $0.border == border && $0.sign == nil }),
        let meaning = border.meaning
      else { continue }
      items.append(
        StyledLine(border.signs(surface.symbols).middle) + StyledLine(" " + meaning, .dim))
    }
    for sign in EventLook.Sign.allCases where looks.contains(where: { $0.sign == sign }) {
      items.append(StyledLine(sign.text(surface.symbols)) + StyledLine(" " + sign.meaning, .dim))
    }
    return flowing(items)
  }

  /// The items beside each other, as many on a line as fit.
  private func flowing(_ items: [StyledLine]) -> [StyledLine] {
    items.reduce(into: []) { lines, item in
      if let last = lines.last, last.cells + 3 + item.cells <= surface.width {
        lines[lines.count - 1] = last + "   " + item
      } else {
        lines.append(item.cut(to: surface.width))
      }
    }
  }
}

/// What is drawn, and the zone of its times at the other end of the line.
struct GridTitle {
  private let name: StyledLine
  private let zone: StyledLine

  init(_ name: StyledLine, zone: Zone) {
    self.name = name
    self.zone = StyledLine(zone.name, .dim)
  }

  /// The line; the zone is left out where it does not fit.
  func line(width: Int) -> StyledLine {
    guard name.cells + zone.cells + 2 <= width else { return name.cut(to: width) }
    return name.padded(to: width - zone.cells) + zone
  }
}
