ALTER TABLE `document` ADD `code` text;--> statement-breakpoint
CREATE UNIQUE INDEX `document_code` ON `document` (`code`);