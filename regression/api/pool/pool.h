struct pool;
struct pool *pool_new(int n);
void *pool_alloc(struct pool *p);
void pool_free(struct pool *p, void *x);
void pool_destroy(struct pool *p);
