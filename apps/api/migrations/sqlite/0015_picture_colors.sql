CREATE TABLE `picture_colors` (
	`media_url` text PRIMARY KEY NOT NULL,
	`color` text NOT NULL
) STRICT;
