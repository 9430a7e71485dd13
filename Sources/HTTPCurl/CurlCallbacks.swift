import CCurl

/// The functions that libcurl calls back, on the loop's thread, with the transfer as their object.
enum CurlCallbacks {
  static let takeBody: graphcal_curl_data = { bytes, size, count, object in
    guard let transfer = unsafe transfer(object), let bytes = unsafe bytes else { return 0 }
    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer.takeBody(piece) ? size * count : 0
  }

  static let takeHeader: graphcal_curl_data = { bytes, size, count, object in
    guard let transfer = unsafe transfer(object), let bytes = unsafe bytes else { return 0 }
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer.takeHeader(line) ? size * count : 0
  }

  static let giveBody: graphcal_curl_data = { bytes, size, count, object in
    guard let transfer = unsafe transfer(object), let bytes = unsafe bytes else {
      return Int(CURL_READFUNC_ABORT)
    }
    let piece = transfer.nextBytes(size * count)
    let room = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
    unsafe room.copyBytes(from: piece)
    return piece.count
  }

  static let rewindBody: graphcal_curl_seek = { object, offset, _ in
    guard let transfer = unsafe transfer(object) else { return CURL_SEEKFUNC_FAIL }
    return transfer.rewind(to: Int(offset)) ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL
  }

  static let beforeRequest: graphcal_curl_prereq = { object, _, _, _, _ in
    guard let transfer = unsafe transfer(object) else { return CURL_PREREQFUNC_ABORT }
    return transfer.start() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
  }

  static let watchProgress: graphcal_curl_progress = { object, _, received, _, sent in
    guard let transfer = unsafe transfer(object) else { return 1 }
    return transfer.isMoving(bytes: received + sent) ? 0 : 1
  }

  private static func transfer(_ object: UnsafeMutableRawPointer?) -> CurlTransfer? {
    unsafe object.map { unsafe Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }
}
