/* Memory is modelled with the least significant byte first. */
int main(void)
{
	int x = 1;
	return *(char *)&x;
}
