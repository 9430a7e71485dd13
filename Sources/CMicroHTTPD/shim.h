#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <string.h>
#include <unistd.h>

/// Called with the target of a request as it was sent; the result becomes the context of the other
/// callbacks.
typedef void *(*graphcal_target_callback)(
    void *closure, const char *target, struct MHD_Connection *connection);

/// Starts a server on 127.0.0.1 with one polling thread; port 0 lets the system choose.
/// `certificate` and `key` are PEM texts, both NULL for plain HTTP.
/// On failure the result is NULL and `error` says why, 0 where the library does not tell.
static inline struct MHD_Daemon *graphcal_mhd_start(
    uint16_t port, const char *certificate, const char *key, MHD_AccessHandlerCallback access,
    graphcal_target_callback target, MHD_RequestCompletedCallback completed, void *closure,
    int *error) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME;
  if (certificate != NULL) flags |= MHD_USE_TLS;
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
      {MHD_OPTION_END, 0, NULL},
  };
  struct MHD_OptionItem none[] = {{MHD_OPTION_END, 0, NULL}};
  errno = 0;
  struct MHD_Daemon *daemon = MHD_start_daemon(
      flags, port, NULL, NULL, access, closure,
      MHD_OPTION_SOCK_ADDR, (struct sockaddr *)&address,
      MHD_OPTION_URI_LOG_CALLBACK, target, closure,
      MHD_OPTION_NOTIFY_COMPLETED, completed, closure,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(128 * 1024),
      MHD_OPTION_CONNECTION_TIMEOUT, 300u,
      MHD_OPTION_ARRAY, certificate == NULL ? none : tls,
      MHD_OPTION_END);
  *error = daemon == NULL ? errno : 0;
  return daemon;
}

/// The port a running server listens on, 0 when it cannot be told.
static inline uint16_t graphcal_mhd_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info == NULL ? 0 : info->port;
}
