double f;
