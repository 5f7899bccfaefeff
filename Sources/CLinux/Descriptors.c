#define _GNU_SOURCE
#include "Descriptors.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>

/// Control buffer for one descriptor.
union room {
  struct cmsghdr header;
  char bytes[CMSG_SPACE(sizeof(int))];
};

ssize_t packshot_send_with_descriptor(int socket, const void *bytes, size_t count, int descriptor) {
  union room room = {0};
  struct iovec content = {(void *)bytes, count};
  struct msghdr message = {
      .msg_iov = &content, .msg_iovlen = 1, .msg_control = room.bytes, .msg_controllen = sizeof room.bytes};
  room.header.cmsg_level = SOL_SOCKET;
  room.header.cmsg_type = SCM_RIGHTS;
  room.header.cmsg_len = CMSG_LEN(sizeof descriptor);
  memcpy(CMSG_DATA(&room.header), &descriptor, sizeof descriptor);
  return sendmsg(socket, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

ssize_t packshot_receive_with_descriptor(int socket, void *bytes, size_t count, int *descriptor) {
  union room room = {0};
  struct iovec content = {bytes, count};
  struct msghdr message = {
      // Limits the control buffer to one descriptor. The padding on 64-bit systems would have room for a second.
      .msg_iov = &content, .msg_iovlen = 1, .msg_control = room.bytes, .msg_controllen = CMSG_LEN(sizeof *descriptor)};
  *descriptor = -1;
  ssize_t got = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
  struct cmsghdr *header = got < 0 ? NULL : CMSG_FIRSTHDR(&message);
  if (header != NULL && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS &&
      header->cmsg_len == CMSG_LEN(sizeof *descriptor))
    memcpy(descriptor, CMSG_DATA(header), sizeof *descriptor);
  return got;
}

int packshot_memory_file(void) { return memfd_create("packshot", MFD_CLOEXEC); }
