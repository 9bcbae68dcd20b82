/** Style sheets that a page imports: the bundler makes one file of them. */
declare module '*.css';
