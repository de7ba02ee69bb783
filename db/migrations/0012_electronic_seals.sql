CREATE TABLE `electronic_seal` (
	`id` text PRIMARY KEY NOT NULL,
	`seal_id` text NOT NULL,
	`certificate_sha256` text NOT NULL,
	`maker_sha256` text NOT NULL,
	`picture_sha256` text NOT NULL,
	`file_key` text NOT NULL,
	`created_at` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `electronic_seal_use` ON `electronic_seal` (`seal_id`,`certificate_sha256`,`maker_sha256`,`picture_sha256`);