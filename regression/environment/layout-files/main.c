/* What calls write has the layout of the target: nothing behind it changes, and fields are where
 * the headers have them. */
#include <assert.h>
#include <dirent.h>
#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static struct {
	struct stat value;
	char behind;
} status = {.behind = 1};

static struct {
	struct statvfs value;
	char behind;
} volume = {.behind = 1};

static struct {
	struct flock value;
	char behind;
} lock = {.behind = 1};

static void check_status(void)
{
	if (stat("file", &status.value) != 0)
		return;
	assert(status.behind == 1 && status.value.st_size >= 0 && status.value.st_blksize > 0);
	assert(status.value.st_mtim.tv_nsec < 1000000000);
#ifdef BUG
	assert(S_ISREG(status.value.st_mode));
#else
	assert(!S_ISLNK(status.value.st_mode));
#endif
}

static void check_volume(void)
{
	if (statvfs(".", &volume.value) == 0)
		assert(volume.behind == 1 && volume.value.f_bsize > 0 && volume.value.f_namemax > 0 &&
		       volume.value.f_bfree <= volume.value.f_blocks);
}

static void check_lock(void)
{
	lock.value.l_type = F_RDLCK;
	lock.value.l_whence = SEEK_SET;
	if (fcntl(0, F_GETLK, &lock.value) == 0)
		assert(lock.behind == 1 && (lock.value.l_type == F_UNLCK || lock.value.l_pid > 0));
}

static void check_entry(void)
{
	DIR *folder = opendir(".");
	if (folder == NULL)
		return;
	struct dirent *entry = readdir(folder);
	if (entry != NULL)
		assert(entry->d_name[0] != 0 && memchr(entry->d_name, 0, 256) != NULL);
	closedir(folder);
}

int main(void)
{
	check_status();
	check_volume();
	check_lock();
	check_entry();
	return 0;
}
