#ifndef CONFIG_LOG_H
#define CONFIG_LOG_H

/* config_log.c */
void log_line(const char *text, int value);
void log_always(const char *text, int value);
int log_lines(void);

/* config_store.c */
int config_get_level(void);
void config_set_level(int level);

#endif
